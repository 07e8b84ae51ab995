main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-11>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-10>` is made for this
    see main.fx:18:67+9: `Factorial<-9>` is made for this
    see main.fx:18:67+9: `Factorial<-8>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-13>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-12>` is made for this
    see main.fx:18:67+9: `Factorial<-11>` is made for this
    see main.fx:18:67+9: `Factorial<-10>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-15>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-14>` is made for this
    see main.fx:18:67+9: `Factorial<-13>` is made for this
    see main.fx:18:67+9: `Factorial<-12>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-17>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-16>` is made for this
    see main.fx:18:67+9: `Factorial<-15>` is made for this
    see main.fx:18:67+9: `Factorial<-14>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-19>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-18>` is made for this
    see main.fx:18:67+9: `Factorial<-17>` is made for this
    see main.fx:18:67+9: `Factorial<-16>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-1>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<0>` is made for this
    see main.fx:18:67+9: `Factorial<1>` is made for this
    see main.fx:18:67+9: `Factorial<2>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-21>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-20>` is made for this
    see main.fx:18:67+9: `Factorial<-19>` is made for this
    see main.fx:18:67+9: `Factorial<-18>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-23>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-22>` is made for this
    see main.fx:18:67+9: `Factorial<-21>` is made for this
    see main.fx:18:67+9: `Factorial<-20>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-25>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-24>` is made for this
    see main.fx:18:67+9: `Factorial<-23>` is made for this
    see main.fx:18:67+9: `Factorial<-22>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-27>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-26>` is made for this
    see main.fx:18:67+9: `Factorial<-25>` is made for this
    see main.fx:18:67+9: `Factorial<-24>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-29>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-28>` is made for this
    see main.fx:18:67+9: `Factorial<-27>` is made for this
    see main.fx:18:67+9: `Factorial<-26>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-31>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-30>` is made for this
    see main.fx:18:67+9: `Factorial<-29>` is made for this
    see main.fx:18:67+9: `Factorial<-28>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-33>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-32>` is made for this
    see main.fx:18:67+9: `Factorial<-31>` is made for this
    see main.fx:18:67+9: `Factorial<-30>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-35>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-34>` is made for this
    see main.fx:18:67+9: `Factorial<-33>` is made for this
    see main.fx:18:67+9: `Factorial<-32>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-37>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-36>` is made for this
    see main.fx:18:67+9: `Factorial<-35>` is made for this
    see main.fx:18:67+9: `Factorial<-34>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-39>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-38>` is made for this
    see main.fx:18:67+9: `Factorial<-37>` is made for this
    see main.fx:18:67+9: `Factorial<-36>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-3>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-2>` is made for this
    see main.fx:18:67+9: `Factorial<-1>` is made for this
    see main.fx:18:67+9: `Factorial<0>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-41>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-40>` is made for this
    see main.fx:18:67+9: `Factorial<-39>` is made for this
    see main.fx:18:67+9: `Factorial<-38>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-43>` needs too many other instances
    see main.fx:18:67+9: `Factorial<-42>` is made for this
    see main.fx:18:67+9: `Factorial<-41>` is made for this
    see main.fx:18:67+9: `Factorial<-40>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-5>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-4>` is made for this
    see main.fx:18:67+9: `Factorial<-3>` is made for this
    see main.fx:18:67+9: `Factorial<-2>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-7>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-6>` is made for this
    see main.fx:18:67+9: `Factorial<-5>` is made for this
    see main.fx:18:67+9: `Factorial<-4>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<-9>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<-8>` is made for this
    see main.fx:18:67+9: `Factorial<-7>` is made for this
    see main.fx:18:67+9: `Factorial<-6>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<1>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<2>` is made for this
    see main.fx:18:67+9: `Factorial<3>` is made for this
    see main.fx:18:67+9: `Factorial<4>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:18:67+9: error[hlsl/template-instance]: `Factorial<3>` cannot be made; see the other messages
    see main.fx:18:67+9: `Factorial<4>` is made for this
    see main.fx:44:38+9: `Factorial<5>` is made for this
main.fx:44:38+9: error[hlsl/template-instance]: `Factorial<5>` cannot be made; see the other messages
